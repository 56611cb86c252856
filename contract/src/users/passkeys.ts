import { z } from 'zod';

/** Base64url. */
const Bytes = z
  .string()
  .min(1, 'required')
  .max(20_000)
  .regex(/^[\w-]*=*$/);

const CredentialDescriptor = z.object({
  id: Bytes,
  type: z.string(),
  transports: z.array(z.string()).exactOptional(),
});

export const PasskeyCreationOptions = z.object({
  rp: z.object({ id: z.string().exactOptional(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: Bytes,
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int().exactOptional(),
  excludeCredentials: z.array(CredentialDescriptor).exactOptional(),
  authenticatorSelection: z
    .object({
      residentKey: z.enum(['discouraged', 'preferred', 'required']).exactOptional(),
      userVerification: z.enum(['discouraged', 'preferred', 'required']).exactOptional(),
    })
    .exactOptional(),
  attestation: z.enum(['direct', 'enterprise', 'indirect', 'none']).exactOptional(),
});
export type PasskeyCreationOptions = z.infer<typeof PasskeyCreationOptions>;

export const PasskeyRequestOptions = z.object({
  challenge: Bytes,
  timeout: z.int().exactOptional(),
  rpId: z.string().exactOptional(),
  allowCredentials: z.array(CredentialDescriptor).exactOptional(),
  userVerification: z.enum(['discouraged', 'preferred', 'required']).exactOptional(),
});
export type PasskeyRequestOptions = z.infer<typeof PasskeyRequestOptions>;

const credential = {
  id: Bytes,
  rawId: Bytes,
  type: z.literal('public-key'),
  // Portage asks for no extension.
  clientExtensionResults: z.object({}),
};

export const PasskeyRegistration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    transports: z.array(z.string().max(50)).max(10).exactOptional(),
  }),
});
export type PasskeyRegistration = z.infer<typeof PasskeyRegistration>;

export const PasskeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: Bytes.exactOptional(),
  }),
});
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>;
