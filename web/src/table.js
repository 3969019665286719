// A table that sorts, searches and filters, and of which only the rows in view exist: 10,000 rows cost what 40 cost.
//
//   sortableTable({caption, columns: [{title, value(row), show(value), isText, width, hint}], rows, searched, filters, sortBy})
//
// The name column is the first one. `filters` are choices of {label, test(row)}; `sortBy` is a column's place, with
// `descending`, or null to leave rows as they are.
import { element } from './dom.js';
import { count } from './numbers.js';

const rowHeight = 32;  // as in the style sheet
const overscan = 10;   // rows kept ready on either side of the view
const mostPrinted = 200;
const printedColumns = 9;  // as in the style sheet
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

// Missing values last, whatever the direction.
function comparison(column, descending) {
  const sign = descending ? -1 : 1;
  const isMissing = (value) => value === null || value === undefined || Number.isNaN(value);
  return (a, b) => {
    const [left, right] = [column.value(a), column.value(b)];
    if (isMissing(left) || isMissing(right)) return Number(isMissing(left)) - Number(isMissing(right));
    return sign * (column.isText ? collator.compare(left, right) : Number(left) - Number(right));
  };
}

class SortableTable {
  constructor({ columns, rows, searched, filters = [], sortBy = 0, descending = false, caption }) {
    Object.assign(this, { columns, rows, searched, filters, sortBy, descending });
    this.wanted = '';
    this.filter = filters[0];
    this.build(caption);
    this.select();
  }

  build(caption) {
    this.headings = this.columns.map((column, index) => this.heading(column, index));
    this.body = element('tbody');
    this.table = element('table', { class: 'sortable' },
      element('caption', { class: 'off-screen' }, `${caption}. Column headings are buttons that sort.`),
      element('colgroup', {}, this.columns.map((column) => this.columnElement(column))),
      element('thead', {}, element('tr', { 'aria-rowindex': 1 }, this.headings)), this.body);
    this.table.style.minWidth = `${this.columns.reduce((sum, column) => sum + column.width, 0)}px`;
    this.window = element('div', { class: 'table-window', tabindex: 0, role: 'region', 'aria-label': caption, onscroll: () => this.showRows() }, this.table);
    this.status = element('span', { class: 'status', role: 'status' });
    this.printed = element('p', { class: 'fine print-only' });
    this.element = element('div', { class: 'table-frame' }, this.controls(), this.window, this.printed);
    new ResizeObserver(() => this.showRows()).observe(this.window);
    window.addEventListener('beforeprint', () => this.print(true));
    window.addEventListener('afterprint', () => this.print(false));
  }

  columnElement(column) {
    const made = element('col');
    made.style.width = `${column.width}px`;
    return made;
  }

  heading(column, index) {
    const button = element('button', { type: 'button', title: column.hint, onclick: () => this.sortByColumn(index) },
      column.title, element('span', { class: 'arrow', 'aria-hidden': 'true' }));
    return element('th', { scope: 'col', class: column.isText ? 'text' : 'number' }, button);
  }

  controls() {
    const controls = [];
    if (this.searched) {
      const search = element('input', { type: 'search', placeholder: 'Search names', 'aria-label': 'Search names', autocomplete: 'off', spellcheck: 'false' });
      search.addEventListener('input', () => { this.wanted = search.value.toLocaleLowerCase(); this.select(); });
      controls.push(search);
    }
    if (this.filters.length > 1) {
      const choice = element('select', { 'aria-label': 'Which rows to show' },
        this.filters.map((filter, index) => element('option', { value: index }, filter.label)));
      choice.addEventListener('change', () => { this.filter = this.filters[choice.value]; this.select(); });
      controls.push(choice);
    }
    return element('div', { class: 'table-controls' }, controls, this.status);
  }

  // Numbers start with the largest, names with A.
  sortByColumn(index) {
    this.descending = this.sortBy === index ? !this.descending : !this.columns[index].isText;
    this.sortBy = index;
    this.select();
  }

  select() {
    const matches = (row) => (!this.wanted || this.searched(row).includes(this.wanted)) && (!this.filter || this.filter.test(row));
    this.selected = this.rows.filter(matches);
    if (this.sortBy !== null) this.selected.sort(comparison(this.columns[this.sortBy], this.descending));
    this.headings.forEach((heading, index) => {
      const order = this.descending ? 'descending' : 'ascending';
      if (index === this.sortBy) heading.setAttribute('aria-sort', order);
      else heading.removeAttribute('aria-sort');
    });
    this.table.setAttribute('aria-rowcount', this.selected.length + 1);
    const all = count(this.rows.length);
    this.status.textContent = this.selected.length === this.rows.length ? `${all} rows` : `${count(this.selected.length)} of ${all} rows`;
    this.window.scrollTop = 0;
    this.shown = undefined;
    this.showRows();
  }

  showRows() {
    if (this.isPrinting) return;
    const first = Math.max(0, Math.floor(this.window.scrollTop / rowHeight) - overscan);
    const last = Math.min(this.selected.length, Math.ceil((this.window.scrollTop + (this.window.clientHeight || 600)) / rowHeight) + overscan);
    this.fill(first, last);
  }

  // Paper does not scroll.
  print(isPrinting) {
    this.isPrinting = isPrinting;
    const most = Math.min(mostPrinted, this.selected.length);
    const isPart = most < this.selected.length || this.columns.length > printedColumns;
    this.printed.textContent = isPart ? `${count(most)} of ${count(this.selected.length)} rows, ${Math.min(printedColumns, this.columns.length)} of ${this.columns.length} columns; the page itself holds all of them.` : '';
    if (isPrinting) this.fill(0, most);
    else this.showRows();
  }

  // Rows out of view are two empty rows of their height.
  fill(first, last) {
    const shown = `${first}-${last}`;
    if (shown === this.shown) return;
    this.shown = shown;
    const rows = [];
    for (let index = first; index < last; index += 1) rows.push(this.row(this.selected[index], index));
    this.body.replaceChildren(this.spacer(first), ...rows, this.spacer(this.selected.length - last));
  }

  spacer(rows) {
    const cell = element('td', { colspan: this.columns.length });
    cell.style.height = `${rows * rowHeight}px`;
    const spacer = element('tr', { class: 'spacer', 'aria-hidden': 'true' }, cell);
    spacer.hidden = rows === 0;
    return spacer;
  }

  row(row, index) {
    const cells = this.columns.map((column, place) => {
      const text = (column.show ?? String)(column.value(row), row);
      const kind = column.isText ? 'text' : 'number';
      if (place === 0) return element('th', { scope: 'row', class: kind, title: text }, element('bdi', {}, text));
      return element('td', { class: kind, title: column.isText ? text : undefined }, text);
    });
    return element('tr', { 'aria-rowindex': index + 2, class: index % 2 ? 'odd' : undefined }, cells);
  }
}

export function sortableTable(description) {
  return new SortableTable(description).element;
}
