// A TrueType font with some glyphs of another, in the order given; parts of composed glyphs follow.
const KEPT = ['cvt ', 'fpgm', 'head', 'hhea', 'maxp', 'prep']
const MORE_COMPONENTS = 0x20

export function subsetOf(bytes, ids) {
  const tables = new Map()
  for (let i = 0; i < bytes.readUInt16BE(4); i++) {
    const at = 12 + i * 16
    tables.set(bytes.toString('latin1', at, at + 4), bytes.subarray(bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 8) + bytes.readUInt32BE(at + 12)))
  }
  const isLong = tables.get('head').readInt16BE(50) === 1
  const loca = tables.get('loca')
  const offset = (id) => (isLong ? loca.readUInt32BE(id * 4) : loca.readUInt16BE(id * 2) * 2)
  const order = [...ids]
  const places = new Map(ids.map((id, i) => [id, i]))
  const outlines = []
  for (let i = 0; i < order.length; i++) {
    const outline = Buffer.from(tables.get('glyf').subarray(offset(order[i]), offset(order[i] + 1)))
    if (outline.length > 0 && outline.readInt16BE(0) < 0) renumber(outline, order, places)
    outlines.push(outline.length % 4 === 0 ? outline : Buffer.concat([outline, Buffer.alloc(4 - (outline.length % 4))]))
  }
  const made = new Map(KEPT.filter((name) => tables.has(name)).map((name) => [name, Buffer.from(tables.get(name))]))
  made.set('glyf', Buffer.concat(outlines))
  made.set('loca', locations(outlines))
  made.set('hmtx', metrics(tables, order))
  made.get('head').writeInt16BE(1, 50)
  made.get('maxp').writeUInt16BE(order.length, 4)
  made.get('hhea').writeUInt16BE(order.length, 34)
  return assemble(made)
}

/** Gives the parts of a composed glyph their places in the subset. */
function renumber(outline, order, places) {
  let flags = MORE_COMPONENTS
  for (let at = 10; (flags & MORE_COMPONENTS) !== 0; ) {
    flags = outline.readUInt16BE(at)
    const id = outline.readUInt16BE(at + 2)
    if (!places.has(id)) places.set(id, order.push(id) - 1)
    outline.writeUInt16BE(places.get(id), at + 2)
    at += 4 + ((flags & 1) === 0 ? 2 : 4) + ((flags & 8) !== 0 ? 2 : (flags & 0x40) !== 0 ? 4 : (flags & 0x80) !== 0 ? 8 : 0)
  }
}

function locations(outlines) {
  const loca = Buffer.alloc((outlines.length + 1) * 4)
  outlines.reduce((sum, { length }, i) => loca.writeUInt32BE(sum + length, (i + 1) * 4) && sum + length, 0)
  return loca
}

function metrics(tables, order) {
  const hmtx = tables.get('hmtx')
  const long = tables.get('hhea').readUInt16BE(34)
  const made = Buffer.alloc(order.length * 4)
  order.forEach((id, i) => made.writeUInt16BE(hmtx.readUInt16BE(Math.min(id, long - 1) * 4), i * 4))
  return made
}

function assemble(tables) {
  const names = [...tables.keys()].sort()
  const head = Buffer.alloc(12 + names.length * 16)
  head.writeUInt32BE(0x10000, 0)
  head.writeUInt16BE(names.length, 4)
  const parts = [head]
  let size = head.length
  names.forEach((name, i) => {
    const table = tables.get(name)
    head.write(name, 12 + i * 16, 'latin1')
    head.writeUInt32BE(size, 12 + i * 16 + 8)
    head.writeUInt32BE(table.length, 12 + i * 16 + 12)
    const padding = (4 - (table.length % 4)) % 4
    parts.push(table, Buffer.alloc(padding))
    size += table.length + padding
  })
  return Buffer.concat(parts)
}
