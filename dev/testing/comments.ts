export type Comment = { line: number; text: string }

/** Strings, which may look like comments, and comments. Lines of `//` that follow one another are one comment. */
const STRING_OR_COMMENT =
  /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|(\/\*[\s\S]*?\*\/|(?<![:\\])\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*)/g
const SQL_COMMENT = /'(?:[^'\n]|'')*'|(--[^\n]*(?:\n[ \t]*--[^\n]*)*)/g
const MARK = /^[ \t]*(?:\/\*+|\*+\/|\*|\/\/|--)|\*\/$/gm

/** The comments of one source, with their marks and line breaks removed. */
export function commentsIn(file: string, source: string): Comment[] {
  const pattern = file.endsWith('.sql') ? SQL_COMMENT : STRING_OR_COMMENT
  return [...source.matchAll(pattern)].flatMap(({ 1: comment, index }) => {
    if (comment === undefined) return []
    const line = source.slice(0, index).split('\n').length
    return [{ line, text: comment.replaceAll(MARK, ' ').replaceAll(/\s+/g, ' ').trim() }]
  })
}
