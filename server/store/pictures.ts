// The contract of the store for the list of templates that people see: each with a picture of its first page, which browsers draw.

/** A template as its list shows it. */
export interface ListedTemplate {
  readonly id: string
  readonly name: string
  readonly type: 'html' | 'editor'
  readonly description: string
  readonly createdAt: number
  readonly updatedAt: number
  /** Of the newest version, which the picture is of. */
  readonly version: number
  readonly publishedVersion: number | undefined
  readonly picture: ListedPicture | undefined
}

interface ListedPicture {
  /** SHA-256 of its bytes. */
  readonly hash: string
  /** Of the document that was drawn. */
  readonly pages: number
  readonly warnings: number
  /** The template, or an asset that it uses, has changed since. */
  readonly isStale: boolean
}

export interface Picture {
  /** Media type. */
  readonly type: string
  readonly hash: string
  readonly bytes: Uint8Array
}

export interface PictureDraft extends Picture {
  /** The version that it shows. */
  readonly version: number
  readonly pages: number
  readonly warnings: number
}

export interface PictureStore {
  list(teamId: string): Promise<readonly ListedTemplate[]>
  read(teamId: string, templateId: string): Promise<Picture | undefined>
  /** `conflict`: a newer version has been saved since. */
  save(teamId: string, templateId: string, draft: PictureDraft): Promise<'saved' | 'missing' | 'conflict'>
}
