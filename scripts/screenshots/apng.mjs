// Joins PNGs of one size into an animated one (APNG). Their image data is copied, not recompressed.
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

/** `frames`: { png, ms }; all PNGs have the same size and colour type. */
export function animate(frames) {
  const parts = frames.map(({ png }) => partsOf(png))
  const [first] = parts
  if (parts.some(({ header }) => !header.equals(first.header)))
    throw new Error('the pictures are not of the same size and kind')
  let sequence = 0
  const chunks = [chunk('IHDR', first.header), chunk('acTL', numbers(frames.length, 0))]
  for (const [index, { data }] of parts.entries()) {
    chunks.push(chunk('fcTL', control(sequence++, first.header, frames[index].ms)))
    if (index === 0) chunks.push(chunk('IDAT', data))
    else chunks.push(chunk('fdAT', Buffer.concat([numbers(sequence++), data])))
  }
  return Buffer.concat([SIGNATURE, ...chunks, chunk('IEND', Buffer.alloc(0))])
}

function partsOf(png) {
  if (!png.subarray(0, 8).equals(SIGNATURE)) throw new Error('not a PNG')
  let header = null
  const data = []
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    const body = png.subarray(at + 8, at + 8 + length)
    if (type === 'IHDR') header = body
    if (type === 'IDAT') data.push(body)
    at += 12 + length
  }
  return { header, data: Buffer.concat(data) }
}

/** Each frame is a whole picture that replaces the one before. */
const control = (sequence, header, ms) =>
  Buffer.concat([
    numbers(sequence, header.readUInt32BE(0), header.readUInt32BE(4), 0, 0),
    Buffer.from([ms >> 8, ms & 255, 1000 >> 8, 1000 & 255, 0, 0]),
  ])

function chunk(type, body) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  return Buffer.concat([numbers(body.length), named, numbers(crcOf(named))])
}

const numbers = (...values) => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, 4 * index)
  return bytes
}

const TABLE = Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

function crcOf(bytes) {
  let crc = 0xffffffff
  for (const byte of bytes) crc = TABLE[(crc ^ byte) & 255] ^ (crc >>> 8)
  return crc ^ 0xffffffff
}
