/** The event of the document that says that the controls of a page listen. */
export const SCRIPTS_READY = 'slipway:ready'
