// Boxes that layout itself makes around the content of another box.
import type { BlockBox, Box } from '../../box/box.ts'
import { sequenceOf } from '../../collections/sequence.ts'
import type { Style } from '../../style/style.ts'

/** An anonymous block around `children`, with the inherited part of `style` only. */
export function anonymousBlock(from: Box, children: BlockBox['children']): BlockBox {
  return {
    kind: 'block',
    style: anonymousStyle(from.style),
    origin: from.origin,
    isAnonymous: true,
    marks: [],
    children,
    marker: undefined,
    isStreamed: from.kind === 'block' && from.isStreamed,
  }
}

/** An anonymous block around one box. */
export function anonymousParent(child: Box): BlockBox {
  return anonymousBlock(child, sequenceOf([child]))
}

/** The style of an anonymous block box: what `style` passes on by inheritance, initial values for the box itself (CSS2 9.2.1.1). */
export function anonymousStyle(style: Style): Style {
  return {
    ...style,
    display: 'block',
    originalDisplay: 'block',
    position: 'static',
    float: 'none',
    clear: 'none',
    width: 'auto',
    height: 'auto',
    minWidth: 'auto',
    minHeight: 'auto',
    maxWidth: 'none',
    maxHeight: 'none',
    aspectRatio: 'auto',
    marginTop: 0,
    marginRight: 0,
    marginBottom: 0,
    marginLeft: 0,
    paddingTop: 0,
    paddingRight: 0,
    paddingBottom: 0,
    paddingLeft: 0,
    borderTopWidth: 0,
    borderRightWidth: 0,
    borderBottomWidth: 0,
    borderLeftWidth: 0,
    borderTopStyle: 'none',
    borderRightStyle: 'none',
    borderBottomStyle: 'none',
    borderLeftStyle: 'none',
    outlineStyle: 'none',
    outlineWidth: 0,
    zIndex: 'auto',
    overflowX: 'visible',
    overflowY: 'visible',
    backgroundColor: { red: 0, green: 0, blue: 0, alpha: 0 },
    backgroundLayers: [],
    boxShadow: [],
    opacity: 1,
    mixBlendMode: 'normal',
    isolation: 'auto',
    filter: [],
    clipPath: 'none',
    shapeOutside: 'none',
    transform: [],
    alignContent: 'normal',
    alignSelf: 'auto',
    justifySelf: 'auto',
    justifyItems: 'normal',
    columnCount: 'auto',
    columnWidth: 'auto',
    columnSpan: 'none',
    breakBefore: 'auto',
    breakAfter: 'auto',
    breakInside: 'auto',
  }
}
