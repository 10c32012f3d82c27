// Variables as a tree, from which JSON schemas, types and sample data are derived.
import type { Variable } from './template.ts'

export interface Shape {
  readonly type: Variable['type']
  /** Fields of an object. */
  readonly fields: ReadonlyMap<string, Shape>
  /** Shape of the elements of an array. */
  readonly element: Shape | undefined
  /** Name of the variable: `items[].name`; empty for the whole data. */
  readonly path: string
}

interface MutableShape extends Shape {
  type: Variable['type']
  readonly fields: Map<string, MutableShape>
  element: MutableShape | undefined
}

/** `variables` must be ordered parents first. */
export function shapeOf(variables: readonly Variable[]): Shape {
  const root = makeShape('', 'object')
  const byPath = new Map<string, MutableShape>([['', root]])
  for (const { name, type } of variables) {
    const shape = makeShape(name, type)
    byPath.set(name, shape)
    if (name.endsWith('[]')) {
      const list = byPath.get(name.slice(0, -2))
      if (list !== undefined) list.element = shape
    } else {
      const parent = parentOf(name, byPath)
      parent.shape.fields.set(parent.field, shape)
    }
  }
  return root
}

function makeShape(path: string, type: Variable['type']): MutableShape {
  return { path, type, fields: new Map(), element: undefined }
}

/** The longest known path before a dot: field names may contain dots themselves. */
function parentOf(name: string, byPath: ReadonlyMap<string, MutableShape>): { readonly shape: MutableShape; readonly field: string } {
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
    const shape = byPath.get(name.slice(0, dot))
    if (shape !== undefined) return { shape, field: name.slice(dot + 1) }
  }
  return { shape: byPath.get('')!, field: name }
}
