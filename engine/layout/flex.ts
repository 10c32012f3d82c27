// Flex formatting contexts (CSS Flexbox 1) on an instance of Yoga.
import { loadYoga } from 'yoga-layout/load'
import type { FlexEngine } from './context.ts'
import { layoutStack, stackWidths } from './stack.ts'

/** A flex engine with a Yoga of its own: a fault in one does not spoil another. */
export async function loadFlex(): Promise<FlexEngine> {
  await loadYoga()
  return { layoutFlex: layoutStack, flexWidths: stackWidths }
}
