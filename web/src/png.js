// The resolution of a PNG file, which browsers leave out: without it programs take 600 dots per inch for 72 or 96.

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

function crc(bytes) {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = crcTable[(rest ^ byte) & 0xff] ^ (rest >>> 8);
  return (rest ^ 0xffffffff) >>> 0;
}

// Chunk pHYs: dots per metre across and down.
function resolutionChunk(dotsPerInch) {
  const chunk = new DataView(new ArrayBuffer(21));
  const dotsPerMetre = Math.round(dotsPerInch / 0.0254);
  chunk.setUint32(0, 9);
  [...'pHYs'].forEach((letter, k) => chunk.setUint8(4 + k, letter.charCodeAt(0)));
  chunk.setUint32(8, dotsPerMetre);
  chunk.setUint32(12, dotsPerMetre);
  chunk.setUint8(16, 1);  // the unit is the metre
  chunk.setUint32(17, crc(new Uint8Array(chunk.buffer, 4, 13)));
  return new Uint8Array(chunk.buffer);
}

// Directly behind the header, which is 8 bytes of signature and 25 of the first chunk.
export function withResolution(buffer, dotsPerInch) {
  const bytes = new Uint8Array(buffer);
  const afterHeader = 33;
  return new Blob([bytes.subarray(0, afterHeader), resolutionChunk(dotsPerInch), bytes.subarray(afterHeader)]);
}
