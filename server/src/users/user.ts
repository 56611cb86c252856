/** Someone, or some program, that signs in for a merchant. */
export interface User {
  id: string;
  merchantId: string;
  /** For people, their e-mail address. */
  username: string;
  name: string;
  /** A person, or a service user (API credentials). */
  kind: 'user' | 'service';
  passwordHash: string;
  /** True while the password is a temporary one. */
  mustChangePassword: boolean;
  /** Digits with a leading plus; null when it is not known. */
  phone: string | null;
}
