/** Whether the escapes in a part of a URL are valid. */
export function canDecode(part: string): boolean {
  try {
    decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}
