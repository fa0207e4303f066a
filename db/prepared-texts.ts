import { oncePerProcess } from './once-per-process'

/**
 * The maximum length of all prepared statements of a process, in characters. The driver and Postgres keep every
 * prepared statement until the connection closes. A list parameter makes a new statement for each length, so lists of
 * every length would fill the memory of both. A statement past this limit is planned each time it runs.
 */
const MAX_CHARACTERS = 1_000_000
/** A longer statement writes a hundred rows or more, so planning it costs little compared with running it. */
const MAX_LENGTH = 16_000

type Prepared = { texts: Set<string>; characters: number }

const prepared = () => oncePerProcess('prepared-texts', (): Prepared => ({ texts: new Set(), characters: 0 }))

/** Whether connections keep a statement of this text prepared. */
export function isPrepared(text: string): boolean {
  const texts = prepared()
  if (texts.texts.has(text)) return true
  if (text.length > MAX_LENGTH || texts.characters + text.length > MAX_CHARACTERS) return false
  texts.texts.add(text)
  texts.characters += text.length
  return true
}
