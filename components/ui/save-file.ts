/** Has the browser keep a text as a file. */
export function saveFile({ name, text, type }: { name: string; text: string; type: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
