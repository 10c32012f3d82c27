// Faces of font packs: opened when a document first needs them, shared by all documents, bounded.
import { GenerationCache, ObjectCache } from '../collections/cache.ts'
import { cachedFace, type Instance, makeInstance, type OpenFace, openSource } from './face.ts'
import type { Face, FontPack, FontRequest, FontSource } from './font.ts'
import { FontError } from './font-error.ts'
import { coordinatesFor } from './instance.ts'
import { SlicedFace, SliceIndex } from './sliced-face.ts'

/** Slices of a typeface whose files are kept unpacked: all that a large one has, some 10 MB. A document in such a script asks for most of them. */
const FILES_KEPT = 128
const FACES_PER_PACK = 6
const IDENTITY = { purpose: 'identity' } as const

const SPACE = 0x20

interface OpenPack {
  readonly sources: readonly FontSource[]
  readonly index: SliceIndex
  readonly files: GenerationCache<number, OpenFace>
  readonly faces: GenerationCache<string, SlicedFace>
}

/** Finds the face of a pack for a request; undefined when the pack is not installed. Throws `FontError` when it cannot be read. */
export type PackFaces = (pack: FontPack, request: FontRequest) => Face | undefined

export function makePackFaces(draw: Instance['draw']): PackFaces {
  const opened = new ObjectCache<FontPack, OpenPack | 'absent'>('identity')
  return (pack, request) => {
    let open = opened.get(pack)
    if (open === undefined) opened.set(pack, (open = openPack(pack)))
    if (open === 'absent') return undefined
    const [only] = open.sources
    // A typeface in one file needs no index.
    if (only !== undefined && open.sources.length === 1) return cachedFace(only)
    return slicedFace(open, request, draw)
  }
}

function openPack(pack: FontPack): OpenPack | 'absent' {
  const sources = pack.open()
  if (sources.length === 0) return 'absent'
  const index = new SliceIndex(sources.length === 1 ? [] : sources)
  return { sources, index, files: new GenerationCache(FILES_KEPT, IDENTITY), faces: new GenerationCache(FACES_PER_PACK, IDENTITY) }
}

function slicedFace(pack: OpenPack, request: FontRequest, draw: Instance['draw']): SlicedFace {
  const mainSlice = Math.max(0, pack.index.sliceOf(SPACE))
  const main = fileOf(pack, mainSlice)
  const traits = pack.sources[mainSlice]!
  const coordinates = coordinatesFor(main.axes, traits, request)
  const key = [...coordinates].join(' ')
  const known = pack.faces.get(key)
  if (known !== undefined) return known
  const at = (file: OpenFace): OpenFace => makeInstance(file, { coordinates: coordinatesFor(file.axes, traits, request), draw })
  const openSlice = (slice: number): OpenFace | undefined => {
    try {
      return at(fileOf(pack, slice))
    } catch (problem) {
      if (problem instanceof FontError) return undefined
      throw problem
    }
  }
  const face = new SlicedFace(traits.family, pack.index, { mainSlice, main: at(main), open: openSlice })
  pack.faces.set(key, face)
  return face
}

function fileOf(pack: OpenPack, slice: number): OpenFace {
  const known = pack.files.get(slice)
  if (known !== undefined) return known
  const file = openSource(pack.sources[slice]!)
  pack.files.set(slice, file)
  return file
}
