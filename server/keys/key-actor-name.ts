/** What a key is called where it acts: by its name, if it has one, and its end. */
export function keyActorName({ name, lastFour }: { name: string; lastFour: string }): string {
  return name ? `API key ${name} (…${lastFour})` : `API key …${lastFour}`
}
