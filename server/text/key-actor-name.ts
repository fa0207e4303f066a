/** A key as an actor: by its name, if it has one, and its last four characters. */
export function keyActorName({ name, lastFour }: { name: string; lastFour: string }): string {
  return name ? `API key ${name} (…${lastFour})` : `API key …${lastFour}`
}
