// Operators of content streams (ISO 32000-1, annex A), and what they mean to the interpreter.
import { PdfName, type PdfObject } from '../cos/objects.ts'

type Operands = readonly PdfObject[]

export interface ContentActions {
  save(): void
  restore(): void
  color(key: 'fill' | 'stroke', space: PdfObject): void
  namedColor(key: 'fill' | 'stroke', operands: Operands): void
  pattern(operands: Operands): void
  shading(operands: Operands): void
  graphicsState(operands: Operands): void
  intent(operands: Operands): void
  font(operands: Operands): void
  renderingMode(operands: Operands): void
  object(operands: Operands): void
  begin(operands: Operands): void
  end(): void
  text(operands: Operands): void
  path(isFilled: boolean, isStroked: boolean): void
}

export const OPERATORS = new Set(
  'b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k l m M MP n q Q re RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y \' "'.split(
    ' ',
  ),
)

type Action = (interpreter: ContentActions, operands: readonly PdfObject[]) => void

const device = (key: 'fill' | 'stroke', name: string): Action => {
  const space = new PdfName(name)
  return (interpreter) => interpreter.color(key, space)
}

export const ACTIONS: Readonly<Record<string, Action | undefined>> = Object.assign(Object.create(null) as Record<string, Action>, {
  q: (i: ContentActions) => i.save(),
  Q: (i: ContentActions) => i.restore(),
  g: device('fill', 'DeviceGray'),
  G: device('stroke', 'DeviceGray'),
  rg: device('fill', 'DeviceRGB'),
  RG: device('stroke', 'DeviceRGB'),
  k: device('fill', 'DeviceCMYK'),
  K: device('stroke', 'DeviceCMYK'),
  cs: (i: ContentActions, operands: readonly PdfObject[]) => i.namedColor('fill', operands),
  CS: (i: ContentActions, operands: readonly PdfObject[]) => i.namedColor('stroke', operands),
  scn: (i: ContentActions, operands: readonly PdfObject[]) => i.pattern(operands),
  SCN: (i: ContentActions, operands: readonly PdfObject[]) => i.pattern(operands),
  sh: (i: ContentActions, operands: readonly PdfObject[]) => i.shading(operands),
  gs: (i: ContentActions, operands: readonly PdfObject[]) => i.graphicsState(operands),
  ri: (i: ContentActions, operands: readonly PdfObject[]) => i.intent(operands),
  Tf: (i: ContentActions, operands: readonly PdfObject[]) => i.font(operands),
  Tr: (i: ContentActions, operands: readonly PdfObject[]) => i.renderingMode(operands),
  Do: (i: ContentActions, operands: readonly PdfObject[]) => i.object(operands),
  BMC: (i: ContentActions, operands: readonly PdfObject[]) => i.begin(operands),
  BDC: (i: ContentActions, operands: readonly PdfObject[]) => i.begin(operands),
  EMC: (i: ContentActions) => i.end(),
  ...Object.fromEntries(
    ['Tj', 'TJ', "'", '"'].map((name) => [name, (i: ContentActions, operands: readonly PdfObject[]) => i.text(operands)]),
  ),
  ...Object.fromEntries(['f', 'F', 'f*'].map((name) => [name, (i: ContentActions) => i.path(true, false)])),
  ...Object.fromEntries(['b', 'B', 'b*', 'B*'].map((name) => [name, (i: ContentActions) => i.path(true, true)])),
  ...Object.fromEntries(['s', 'S'].map((name) => [name, (i: ContentActions) => i.path(false, true)])),
})
