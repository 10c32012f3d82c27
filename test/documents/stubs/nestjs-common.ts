// Stands for @nestjs/common in the guide. Decorators do nothing; the check calls the controller.
const nothing = () => (): void => {}

export const Body = nothing
export const Controller = nothing
export const Header = nothing
export const HttpCode = nothing
export const Injectable = nothing
export const Module = nothing
export const Post = nothing

export class StreamableFile {
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
}
