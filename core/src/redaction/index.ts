export { type BodyOmission, type BodyRedaction, redactBody } from "./body/redactBody.js";
export { type FieldDescription, isSecretField } from "./fields/isSecretField.js";
export { redactField } from "./fields/redactField.js";
export { redactHeader } from "./headers/redactHeader.js";
export { KnownSecrets } from "./KnownSecrets.js";
export { MaskCount } from "./MaskCount.js";
export { isMask, MASK_START } from "./mask.js";
export { redactText } from "./redactText.js";
export { redactUrl } from "./redactUrl.js";
