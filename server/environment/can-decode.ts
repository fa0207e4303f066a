/** Whether what is escaped in a part of an address can be read. */
export function canDecode(part: string): boolean {
  try {
    decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}
