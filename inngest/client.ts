import { Inngest } from 'inngest'

/** Which server it talks to is settled by environment alone: INNGEST_DEV, or INNGEST_BASE_URL with keys. */
export const inngest = new Inngest({ id: 'slipway' })
