/** The portal's own destination, which accepts every delivery. */
export function testDestinationUrl(): string {
  return `${window.location.origin}/api/test-destination`
}
