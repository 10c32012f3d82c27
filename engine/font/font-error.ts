/** A font file that cannot be used; the message is lower case and says why. Never leaves this folder: the registry reports `bad-font`. */
export class FontError extends Error {}
