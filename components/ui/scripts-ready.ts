/** The event of the document after which the controls of a page respond. */
export const SCRIPTS_READY = 'slipway:ready'
