// Names as they can be shown: no character may hide, reorder its neighbours or break a line.

const isBidi = (code) => (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) ||
  code === 0x200e || code === 0x200f || code === 0x061c;
const isBreak = (code) => code === 0x2028 || code === 0x2029;
const isInvisible = (code) => (code >= 0x200b && code <= 0x200d) || code === 0xfeff;
const isControl = (code) => code < 0x20 || (code >= 0x7f && code <= 0x9f);

function shownCharacter(character) {
  const code = character.codePointAt(0);
  if (!isControl(code) && !isBidi(code) && !isBreak(code) && !isInvisible(code)) return character;
  return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
}

const needsCare = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;

export function visible(name) {
  return needsCare.test(name) ? Array.from(name, shownCharacter).join('') : name;
}

// At most this many characters, the middle left out: names that differ do so at either end.
export function shortened(name, most) {
  if (name.length <= most) return name;
  const characters = Array.from(name);
  if (characters.length <= most) return name;
  const tail = Math.floor((most - 1) / 2);
  return `${characters.slice(0, most - 1 - tail).join('')}…${characters.slice(characters.length - tail).join('')}`;
}
