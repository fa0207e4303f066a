/** Where this module's source is, as it says itself. */
export const FOLDER = import.meta.dirname
