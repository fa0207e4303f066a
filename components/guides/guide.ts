/** Texts may hold `code`. */
export type Guide = {
  id: string
  title: string
  paragraphs: string[]
  code: { title: string; language?: string; code: string }[]
}
