/** A day on which `/v1` grew. */
export type Release = {
  date: string
  calls: readonly string[]
  /** Fields and parameters that existing calls gained, with their meaning. */
  fields: readonly (readonly [names: string, meaning: string])[]
}

/** Texts may hold `code`. */
export type Guide = {
  id: string
  title: string
  paragraphs: string[]
  code: { title: string; language?: string; code: string }[]
  /** Newest first. */
  releases?: readonly Release[]
}
