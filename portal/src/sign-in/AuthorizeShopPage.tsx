import { Alert, Button, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { type InstallQuery, shopLinkEndpoints } from '@portage/contract/shop/shop-link';
import { useTranslation } from '../i18n/i18n.ts';
import { ApiError } from '../lib/api-error.ts';
import { callKey } from '../lib/call-query.ts';
import { queryClient } from '../lib/query-client.ts';
import { startSession, useSession } from '../lib/session.ts';
import { callShop, useShopConsent } from '../lib/shop-link.ts';
import { paths } from '../paths.ts';
import { LinkAnchor } from '../ui/links.tsx';
import { OtherModes } from './OtherModes.tsx';
import {
  type SignInHistory,
  type SignInPlace,
  signInPlace,
  type SignInSearch,
  type SignInSteps,
} from './sign-in-place.ts';
import { SignInForm } from './SignInForm.tsx';
import classes from './SignInPage.module.css';

const route = getRouteApi('/platform/authorize');

/** Lists failures that the platform's redirect can name. */
const FAILURES = [
  'shop_linked_elsewhere',
  'shop_link_expired',
  'shop_unavailable',
  'shop_frozen',
] as const;

/** Verifies the shop's request, signs in, and authorizes (spec 2 §2, /platform/authorize). */
export function AuthorizeShopPage() {
  const { t } = useTranslation('shop');
  const { arrival } = route.useRouteContext();
  const { shop, hmac, timestamp, finish, failure } = arrival;

  if (finish !== undefined) {
    return (
      <QueryClientProvider client={queryClient}>
        <Finish finishToken={finish} />
      </QueryClientProvider>
    );
  }
  if (failure !== undefined) {
    const reason = FAILURES.find((known) => known === failure) ?? 'other';
    return <Failed message={t(`authorize.failure.${reason}`)} />;
  }
  if (shop === undefined || hmac === undefined || timestamp === undefined) {
    return <Failed message={t('authorize.noQuery')} />;
  }
  return (
    <QueryClientProvider client={queryClient}>
      <Authorize query={{ ...arrival, shop, hmac, timestamp }} />
    </QueryClientProvider>
  );
}

function Authorize({ query }: { readonly query: z.infer<typeof InstallQuery> }) {
  const { t } = useTranslation('shop');
  // The shop's request is valid for 90 seconds.
  const start = useQuery({
    queryKey: callKey(shopLinkEndpoints.start, { body: { query } }),
    queryFn: () => callShop(shopLinkEndpoints.start, { body: { query } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (start.isPending) return <Loader aria-label={t('authorize.checking')} />;
  if (start.isError) return <Failed message={start.error.message} />;
  return <SignInAndLink {...start.data} />;
}

/** In the session of the user who began it. */
function Finish({ finishToken }: { readonly finishToken: string }) {
  const { t } = useTranslation('shop');
  const isSignedIn = useSession() !== undefined;
  // The token works once.
  const finish = useQuery({
    queryKey: callKey(shopLinkEndpoints.finish, { body: { finishToken } }),
    queryFn: () => callShop(shopLinkEndpoints.finish, { body: { finishToken } }),
    enabled: isSignedIn,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (finish.isSuccess) return <Linked shop={finish.data.shop} />;
  if (finish.isError) return <Failed message={finish.error.message} />;
  if (isSignedIn) return <Loader aria-label={t('authorize.checking')} />;
  return <SignIn title={t('authorize.finishTitle')} onDone={startSession} />;
}

function SignInAndLink({ shop, linkToken }: { readonly shop: string; readonly linkToken: string }) {
  const { t } = useTranslation('shop');
  const authorize = useShopConsent((replaces: boolean) =>
    callShop(shopLinkEndpoints.authorize, { body: { linkToken, replaces } }),
  );
  const { error } = authorize;
  if (error instanceof ApiError && error.problem.code === 'other_shop_linked') {
    return (
      <Card title={t('authorize.replaceTitle')}>
        <Text>{error.message}</Text>
        <Group>
          <Button loading={authorize.isPending} onClick={() => authorize.mutate(true)}>
            {t('authorize.replace')}
          </Button>
          <Button variant="default" onClick={() => authorize.reset()}>
            {t('authorize.signInAgain')}
          </Button>
        </Group>
      </Card>
    );
  }
  if (error) return <Failed message={error.message} />;
  if (authorize.isLeaving) return <Loader aria-label={t('authorize.checking')} />;
  return (
    <SignIn
      title={t('authorize.title', { shop })}
      onDone={(tokens, username) => {
        startSession(tokens, username);
        authorize.mutate(false);
      }}
    />
  );
}

interface SignInProps {
  readonly title: string;
  readonly onDone: SignInSteps['onSignedIn'];
}

function SignIn({ title, onDone }: SignInProps) {
  const { t } = useTranslation('shop');
  const [username, setUsername] = useState('');
  const [place, setPlace] = useState<SignInPlace>({ mode: 'normal' });
  function open(mode: SignInSearch['mode'], keep: SignInHistory): void {
    setUsername(keep.username);
    setPlace(signInPlace(mode, keep));
  }
  const steps = { username, onUsername: setUsername, onSignedIn: onDone, onOpen: open };
  return (
    <Paper className={classes['card']} withBorder p="lg">
      <Stack gap="md">
        <Alert color="gray" title={title}>
          {t('authorize.text')}
        </Alert>
        {place.mode === 'normal' ? (
          <SignInForm failureTitle={t('authorize.couldNotAuthorize')} {...steps} />
        ) : (
          <OtherModes place={place} {...steps} />
        )}
      </Stack>
    </Paper>
  );
}

function Failed({ message }: { readonly message: string }) {
  const { t } = useTranslation('shop');
  return (
    <Card title={t('authorize.couldNotAuthorize')}>
      <Alert color="red" role="alert">
        {message}
      </Alert>
    </Card>
  );
}

function Linked({ shop }: { readonly shop: string }) {
  const { t } = useTranslation('shop');
  return (
    <Card title={t('authorize.linked')}>
      <Text>{t('authorize.linkedText', { shop })}</Text>
      <LinkAnchor to={paths.shopOrders()}>{t('authorize.goOn')}</LinkAnchor>
    </Card>
  );
}

function Card({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Paper className={classes['card']} withBorder p="lg">
      <Stack gap="md">
        <Title order={1}>{title}</Title>
        {children}
      </Stack>
    </Paper>
  );
}
