// Elements made of text. Names come from files of strangers, so nothing here ever parses markup.

// element('p', {class: 'note', onclick: f}, 'text', otherElement, ...)
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== false));
  return made;
}

// A part of the page with a heading that links can point to.
export function section(id, title, ...children) {
  return element('section', { id, 'aria-labelledby': `${id}-title` },
    element('h2', { id: `${id}-title` }, title), ...children);
}

// A button that copies a text, and says whether it could.
export function copyButton(label, text) {
  const button = element('button', { type: 'button', class: 'quiet', onclick: copy }, label);
  const status = element('span', { class: 'status', role: 'status' });
  async function copy() {
    status.textContent = (await copied(text)) ? 'copied' : 'select the text and copy it by hand';
    setTimeout(() => { status.textContent = ''; }, 4000);
  }
  return element('span', { class: 'copy' }, button, status);
}

async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedBySelection(text);  // pages opened from disk may not use the clipboard otherwise
  }
}

function copiedBySelection(text) {
  const area = element('textarea', { class: 'off-screen', readonly: true });
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  return done;
}
