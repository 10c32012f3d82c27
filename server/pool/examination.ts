// Opens an uploaded file as a rendering would. Runs in a process that is thrown away afterwards.
import type { Diagnostic, Engine, InputError } from '../../engine/index.ts'

interface ExaminationTools {
  readonly engine: Engine
  readonly InputError: typeof InputError
}

/** What makes a file unusable, of what rendering it warns about: a drawing may well name other files that are not there. */
const PROBLEMS: readonly Diagnostic['code'][] = ['bad-font', 'bad-image', 'bad-pdf', 'limit-image']

const PICTURE = '<!doctype html><img src="file">'
const LETTERHEAD = '<!doctype html><img src="file.pdf">'
/** With letters of several scripts: each that the font has is shaped and drawn. */
const FONT = `<!doctype html><style>@font-face { font-family: examined; src: url(file) } p { font-family: examined }</style>
<p>Aa0 Éß Жя Ωω עב سل 漢 ✓</p>`

/** Why a document cannot use the file; undefined when it can, and for types that are not opened. */
export async function examineFile(
  { type, bytes }: { readonly type: string; readonly bytes: Uint8Array },
  { engine, InputError }: ExaminationTools,
): Promise<Diagnostic | undefined> {
  try {
    // As a whole first: its problems are told better.
    if (type === 'application/pdf') await engine.merge([{ pdf: bytes }])
    const source = type.startsWith('font/') ? FONT : type.startsWith('image/') ? PICTURE : type === 'application/pdf' ? LETTERHEAD : ''
    if (source === '') return undefined
    const assets = { file: bytes, 'file.pdf': bytes }
    const { warnings } = await engine.render(engine.compile({ type: 'html', source }), {}, { assets })
    return warnings.find(({ code }) => PROBLEMS.includes(code))
  } catch (thrown) {
    if (!(thrown instanceof InputError)) throw thrown
    return thrown.diagnostics.find(({ severity }) => severity === 'error')
  }
}
