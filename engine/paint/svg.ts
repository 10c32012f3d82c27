// Drawings.
import type { Rect } from '../geometry.ts'
import type { VectorImage } from '../image/image.ts'
import type { PaintContext } from './context.ts'

export function paintVector(_image: VectorImage, _rect: Rect, _context: PaintContext): void {}
