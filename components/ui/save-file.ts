/** Has the browser keep texts, one behind the other, as a file. */
export function saveFile({ name, parts, type }: { name: string; parts: readonly string[]; type: string }): void {
  const url = URL.createObjectURL(new Blob([...parts], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
