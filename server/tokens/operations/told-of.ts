import type { Told } from '../plans/told'

/** Where the outcome is told, of a body that may say so. */
export function toldOf({ webhookUrl, webhookSecret }: Partial<Told>): Told {
  return { webhookUrl, webhookSecret }
}
