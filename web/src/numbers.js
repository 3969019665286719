// Numbers in words and tables.

export const isNumber = (value) => typeof value === 'number' && Number.isFinite(value);

export const fixed = (digits) => (value) => {
  if (!isNumber(value)) return '–';
  const text = value.toFixed(digits);
  return (Number(text) === 0 ? text.replace('-', '') : text).replace('-', '−');
};

export const percent = (share) => (isNumber(share) ? `${fixed(1)(100 * share)} %` : '–');

// Small probabilities keep their size, and none is shown as 0.
export function probability(p) {
  if (!isNumber(p)) return '–';
  return p < 0.001 ? p.toExponential(1).replace('-', '−') : p.toFixed(3);
}

export const count = (number) => Number(number).toLocaleString('en');

export const counted = (number, noun) => `${count(number)} ${noun}${number === 1 ? '' : 's'}`;
