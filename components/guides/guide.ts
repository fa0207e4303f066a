/** A day on which `/v1` grew. */
export type Release = {
  date: string
  calls: readonly string[]
  /** Fields and parameters that existing calls gained, with their meaning. */
  fields: readonly (readonly [names: string, meaning: string])[]
}

/** Code in several languages has a `language` each; they are shown as tabs. */
export type GuideCode = { title: string; language?: string; code: string }

/**
 * The messages between participants, in the order of time: a picture on wide pages, a numbered list on narrow ones and
 * for screen readers, and a Mermaid diagram in Markdown.
 */
export type Sequence = {
  /** One whole sentence below the picture. */
  caption: string
  /** From left to right. Each sends or receives a message. */
  participants: readonly string[]
  /** A message to oneself is an action of the participant. Texts may hold `code`. */
  messages: readonly (readonly [from: string, to: string, text: string])[]
}

/** A heading with its content. */
export type GuidePart = { title: string; paragraphs: string[]; sequence?: Sequence; code?: GuideCode[] }

/** Texts may hold `code`. */
export type Guide = {
  id: string
  title: string
  /** One whole sentence, for the cards of the overview. */
  summary: string
  paragraphs: string[]
  sequence?: Sequence
  parts?: GuidePart[]
  code: GuideCode[]
  /** Newest first. */
  releases?: readonly Release[]
}

/** All code of a guide, in its order. */
export function codeOf({ parts = [], code }: Guide): GuideCode[] {
  return [...parts.flatMap((part) => part.code ?? []), ...code]
}

/** All sequences of a guide, in their order. */
export function sequencesOf({ sequence, parts = [] }: Guide): Sequence[] {
  return [sequence, ...parts.map((part) => part.sequence)].filter((one) => one !== undefined)
}
