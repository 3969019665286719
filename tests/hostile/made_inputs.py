"""The bytes of hostile files, from the cells of column "input" (see check-hostile). Nothing is random between runs."""

import datetime
import gzip
import random
import re
import sqlite3
import tempfile
from pathlib import Path

REPEATED = re.compile(r"\\\((\d+)\*(.*?)\)")
ESCAPED = re.compile(r"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)")
LETTERS = {"n": b"\n", "t": b"\t", "r": b"\r", "e": b"\x1b", "0": b"\0"}


def repeated(text):
    return REPEATED.sub(lambda found: found.group(2) * int(found.group(1)), text)


def unescaped(text):
    text = repeated(text)
    result, place = b"", 0
    for found in ESCAPED.finditer(text):
        code = found.group(1)
        result += text[place:found.start()].encode()
        if len(code) > 1:
            result += bytes([int(code[1:], 16)]) if code[0] == "x" else chr(int(code[1:], 16)).encode()
        else:
            result += LETTERS.get(code, code.encode())
        place = found.end()
    return result + text[place:].encode()


def numbers(name, rows):
    source = random.Random(name)
    return [f"{source.gauss(0, 1):.4f}" for _ in range(rows)]


def column(name, kind, rows, columns):
    """The cells of one column; kind is a word, or a word and its argument as word:argument."""
    word, _, argument = kind.partition(":")
    day = datetime.datetime(2001, 3, 27, 9, 15)
    if word == "number":  # without relation to others
        return numbers(name, rows)
    if word == "from":  # depends on the column named
        return [f"{float(x) + 0.3 * float(e):.4f}" for x, e in zip(columns[argument], numbers(name, rows))]
    if word == "copy":
        return columns[argument]
    if word == "count":  # the number of the row, beginning with the argument
        return [str(int(argument or 1) + row) for row in range(rows)]
    if word == "cycle":  # values with ~ between them, in turn
        values = argument.split("~")
        return [values[row % len(values)] for row in range(rows)]
    if word == "unique":  # another text in each row
        return [f"{argument}{row * 7919 % 10007:05}" for row in range(rows)]
    if word == "levels":  # this many labels in turn
        return [f"level{row % int(argument)}" for row in range(rows)]
    if word == "padded":  # codes of this many digits
        return [f"{row % 20 * 13 + 1:0{argument}}" for row in range(rows)]
    if word == "date":  # in this form, a day and an hour apart
        return [(day + row * datetime.timedelta(hours=25)).strftime(argument) for row in range(rows)]
    if word == "every":  # K~V: numbers, but V in every K-th row
        step, value = argument.split("~")
        return [value if row % int(step) == 0 else x for row, x in enumerate(numbers(name, rows))]
    raise ValueError(f"there is no kind of column '{word}'")


def table(argument):
    """ROWS NAME=KIND ...: a table with columns as above; _ in names and kinds is a blank."""
    rows, *described = unescaped(argument).decode().split()
    columns = {}
    for one in described:
        name, _, kind = one.partition("=")
        columns[name] = column(name, kind.replace("_", " "), int(rows), columns)
    lines = [",".join(columns), *(",".join(cells) for cells in zip(*columns.values()))]
    return ("\n".join(lines) + "\n").encode()


def good(argument):
    """A table that nothing is wrong with; the argument is its number of rows."""
    return table(f"{argument or 60} x1=number x2=number soil=cycle:clay~sand~loam y=from:x1")


def wide(argument):
    """A table of so many columns, a target y and 30 rows."""
    return table("30 " + " ".join(f"x{c}=number" for c in range(int(argument) - 1)) + " y=number")


def squeezed(argument):
    return gzip.compress(unescaped(argument), mtime=0)


def squeezed_twice(argument):
    return gzip.compress(squeezed(argument), mtime=0)


def squeezed_and_cut(argument):
    whole = gzip.compress("".join(f"{row},{row * row % 97}\n" for row in range(5000)).encode(), mtime=0)
    return gzip.compress(unescaped(argument), mtime=0) + whole[:len(whole) // 2]


def squeezed_and_damaged(argument):
    data = bytearray(squeezed(argument))
    data[len(data) // 2] ^= 0xFF
    return bytes(data)


def endless(argument):
    """HEAD*PART: gzip data that inflate to HEAD and some 6 gigabytes of PART. A gzip file may have many members."""
    head, part = (unescaped(text) for text in argument.split("*"))
    member = gzip.compress(part * ((32 << 20) // len(part)), mtime=0)
    return gzip.compress(head, mtime=0) + member * 200


def database(_):
    """An SQLite file of another program."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "other.db"
        connection = sqlite3.connect(path)
        connection.execute("CREATE TABLE birds (name TEXT, weight REAL)")
        connection.execute("INSERT INTO birds VALUES ('wren', 9.5)")
        connection.commit()
        connection.close()
        return path.read_bytes()


def encoded(argument):
    """CODEC TEXT"""
    codec, _, text = argument.partition(" ")
    return unescaped(text).decode().encode(codec)


MAKERS = {"table": table, "good": good, "wide": wide, "gzip": squeezed, "gzip-twice": squeezed_twice,
          "gzip-cut": squeezed_and_cut, "gzip-damaged": squeezed_and_damaged, "gzip-endless": endless,
          "sqlite": database, "encoded": encoded}


def made(cell):
    if not cell.startswith("@"):
        return unescaped(cell)
    maker, _, argument = cell[1:].partition(" ")
    return MAKERS[maker](argument)
