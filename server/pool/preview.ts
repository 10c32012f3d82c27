// Renders a template for its author: errors are part of the answer, data may be made up, and boxes say where each element is.
import type {
  CompiledTemplate,
  Diagnostic,
  ElementBox,
  Engine,
  InputError,
  PageRange,
  RenderOptions,
  RenderResult,
  StreamOptions,
} from '../../engine/index.ts'
import { inexactOf } from '../json-data.ts'
import { PlaceCollector } from './places.ts'
import type { PreviewOptions } from './protocol.ts'
import type { PreviewNotes } from './renderer.ts'

/** Boxes of a preview: a page of a dense table has some hundred. */
export const MOST_BOXES = 4000

interface PreviewTools {
  readonly engine: Engine
  readonly InputError: typeof InputError
  /** Throws when the job is to stop. */
  readonly checkStop: () => Promise<void>
  readonly bounded: (diagnostics: readonly Diagnostic[]) => readonly Diagnostic[]
  /** Options of a rendering: the assets of the job, and what the template is to claim. */
  readonly optionsFor: (template: CompiledTemplate) => RenderOptions
}

export interface Preview extends Omit<RenderResult, 'pdf'> {
  /** Empty when there is no document. */
  readonly chunks: readonly Uint8Array[]
  readonly notes: PreviewNotes
}

/** `compile` gives the template, or throws its errors; `data` is absent when it is to be made up. */
export async function preview(
  { compile, data }: { readonly compile: () => CompiledTemplate; readonly data: object | undefined },
  options: PreviewOptions,
  tools: PreviewTools,
): Promise<Preview> {
  const { InputError, bounded, engine } = tools
  let template: CompiledTemplate | undefined
  let form: Pick<PreviewNotes, 'dataForm'> = {}
  try {
    template = compile()
    const sample = data === undefined || options.withSchema === true ? engine.sampleData(template) : {}
    if (options.withSchema === true) form = { dataForm: { schema: engine.jsonSchema(template), sample } }
    return await render(template, { data: data ?? sample, form }, options, tools)
  } catch (thrown) {
    if (!(thrown instanceof InputError)) throw thrown
    // The errors of a compilation include its warnings.
    const problems = [...thrown.diagnostics, ...(template?.warnings ?? [])]
    return {
      chunks: [],
      pages: 0,
      warnings: [],
      warningCount: 0,
      notes: { variables: template?.variables ?? [], diagnostics: bounded(problems), ...form },
    }
  }
}

async function render(
  template: CompiledTemplate,
  { data, form }: { readonly data: object; readonly form: Pick<PreviewNotes, 'dataForm'> },
  { pageRange, withBoxes, places }: PreviewOptions,
  { engine, checkStop, bounded, optionsFor }: PreviewTools,
): Promise<Preview> {
  let end: Omit<RenderResult, 'pdf'> = { pages: 0, warnings: [], warningCount: 0 }
  const chunks: Uint8Array[] = []
  const options = optionsFor(template)
  const more = { ...options, ...(pageRange === undefined ? {} : { pageRange }), inexact: inexactOf(data) }
  const collector = places && new PlaceCollector(places)
  const onElements: StreamOptions['onElements'] = collector && ((page, elements) => collector.add(page, elements))
  const told = { ...more, ...(onElements === undefined ? {} : { onElements }) }
  for await (const chunk of engine.stream(template, data, { ...told, onEnd: (known) => void (end = known) })) {
    await checkStop()
    chunks.push(chunk)
  }
  const found = collector === undefined ? {} : { places: collector.places() }
  const notes = { variables: template.variables, diagnostics: bounded(template.warnings), ...form, ...found }
  if (!withBoxes) return { chunks, ...end, notes }
  const { boxes } = await engine.inspect(template, data, options)
  return { chunks, ...end, notes: { ...notes, boxes: boxes.filter((box) => isInRange(box, pageRange)).slice(0, MOST_BOXES) } }
}

function isInRange({ page }: ElementBox, range: PageRange | undefined): boolean {
  return page >= (range?.first ?? 1) && page <= (range?.last ?? Number.POSITIVE_INFINITY)
}
