/** The visible parts of a project's live key, to recognize it by. */
export function liveKeyHint(liveKey: { prefix: string; lastFour: string } | null): string {
  return liveKey ? `${liveKey.prefix}…${liveKey.lastFour}` : 'sk_live_…'
}

/** The placeholder for the live key of a project without keys. */
export function noKeysText(mayCreate: boolean | undefined): string {
  return mayCreate
    ? 'An owner creates the first pair. The keys are shown once.'
    : 'The operator of this platform issues the first pair. Once this project has a plan, they see that it is waiting.'
}
