import { oncePerProcess } from './once-per-process'

/**
 * A connection and its Postgres keep each text that was ever prepared there, and a list makes another text for each of its lengths: whoever sends
 * lists of every length would fill both. So many characters of texts are prepared by a process; what comes later is planned each time.
 */
const MAX_CHARACTERS = 1_000_000
/** Of a list of a hundred and more rows: planning it is little beside running it. */
const MAX_LENGTH = 16_000

type Prepared = { texts: Set<string>; characters: number }

const prepared = () => oncePerProcess('prepared-texts', (): Prepared => ({ texts: new Set(), characters: 0 }))

/** Whether connections keep a statement of this text prepared. */
export function isPrepared(text: string): boolean {
  const known = prepared()
  if (known.texts.has(text)) return true
  if (text.length > MAX_LENGTH || known.characters + text.length > MAX_CHARACTERS) return false
  known.texts.add(text)
  known.characters += text.length
  return true
}
