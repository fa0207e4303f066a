const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}([0-9a-f]{8})/g

/** A path with shortened ids, so that the operation is visible: `/v1/tokens/…70ff89ab/mint`. */
export function shortPath(path: string): string {
  return path.replaceAll(UUID, '…$1')
}
