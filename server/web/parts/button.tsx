// A button that may be off for a while. It keeps the focus meanwhile, which browsers take from one that is `disabled`.

import type { ButtonHTMLAttributes, JSX } from 'preact'

interface ButtonProps extends ButtonHTMLAttributes {
  readonly isOff: boolean
}

export function Button({ isOff, onClick, ...more }: ButtonProps): JSX.Element {
  return <button type="button" {...more} aria-disabled={isOff || undefined} onClick={isOff ? (event) => event.preventDefault() : onClick} />
}
