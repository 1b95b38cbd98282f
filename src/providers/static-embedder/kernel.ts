// Made from kernel.wat by scripts/vector-kernel.mjs. Change that file, then run the script again.

/** The compiled kernel, as base64. */
export const kernel =
  'AGFzbQEAAAABCQFgBX9/f399AAMCAQAFBQEBAYAIBxACBm1lbW9yeQIAA2FkZAAAClIBUAEBfyACIANqIQUDQCAAIAD9AAQAIAT9' +
  'EyABIAItAABBBHRq/QAEAP3mAf3kAf0LBAAgAEEQaiEAIAFBgCBqIQEgAkEBaiECIAIgBUkNAAsL';
