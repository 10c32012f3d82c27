// Room for the numbers of short runs. V8 keeps typed arrays up to 64 bytes in its own heap; a longer one costs an allocation outside of
// it (340 ns against 70), and the collector keeps account of each. Runs of a few words share larger blocks instead.

const IN_HEAP = 64
/** Longer runs have arrays of their own: they are seldom kept, and would hold on to a block. */
const LONGEST = 64
const BLOCK = 16_384

let block = new ArrayBuffer(0)
let used = 0

export function makeFloats(count: number): Float64Array {
  const bytes = count * 8
  return bytes <= IN_HEAP || count > LONGEST ? new Float64Array(count) : floatsAt(take(bytes), count)
}

export function makeIntegers(count: number): Uint32Array {
  const bytes = count * 4
  return bytes <= IN_HEAP || count > LONGEST ? new Uint32Array(count) : integersAt(take(bytes), count)
}

/** `take` may begin a new block: it comes first. */
function floatsAt(offset: number, count: number): Float64Array {
  return new Float64Array(block, offset, count)
}

function integersAt(offset: number, count: number): Uint32Array {
  return new Uint32Array(block, offset, count)
}

/** Offset of fresh zeros in the block. */
function take(bytes: number): number {
  if (used + bytes > block.byteLength) {
    block = new ArrayBuffer(BLOCK)
    used = 0
  }
  const offset = used
  used += (bytes + 7) & ~7
  return offset
}
