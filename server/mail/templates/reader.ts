/** Who reads a mail, and where it leads: names are as people chose them. */
export type Reader = { name: string; businessName: string; url: string }
