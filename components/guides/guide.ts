/** A day on which `/v1` grew. */
export type Release = {
  date: string
  calls: readonly string[]
  /** Fields and parameters that existing calls gained, with their meaning. */
  fields: readonly (readonly [names: string, meaning: string])[]
}

/** Code in several languages has a `language` each; they are shown as tabs. */
export type GuideCode = { title: string; language?: string; code: string }

/** A heading with what belongs to it. */
export type GuidePart = { title: string; paragraphs: string[]; code?: GuideCode[] }

/** Texts may hold `code`. */
export type Guide = {
  id: string
  title: string
  /** One whole sentence, for the cards of the overview. */
  summary: string
  paragraphs: string[]
  parts?: GuidePart[]
  code: GuideCode[]
  /** Newest first. */
  releases?: readonly Release[]
}

/** All code of a guide, in its order. */
export function codeOf({ parts = [], code }: Guide): GuideCode[] {
  return [...parts.flatMap((part) => part.code ?? []), ...code]
}
