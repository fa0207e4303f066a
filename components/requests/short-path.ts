const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}([0-9a-f]{8})/g

/** A path whose ids are shortened to their ends, so that what was called is in sight: `/v1/tokens/…70ff89ab/mint`. */
export function shortPath(path: string): string {
  return path.replaceAll(UUID, '…$1')
}
