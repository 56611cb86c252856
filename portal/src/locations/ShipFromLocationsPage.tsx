import {
  Paper,
  Skeleton,
  Stack,
  Title,
  Table,
  Button,
  Group,
  Text,
  Badge,
  Alert,
  List,
  VisuallyHidden,
} from '@mantine/core';
import {
  IconMapPin,
  IconBuildingWarehouse,
  IconAlertTriangle,
  IconPlus,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Address, NewLocation } from '@portage/contract/addresses/address';
import { fieldMessages } from '@portage/contract/field-messages';
import { merchantChangeEndpoints } from '@portage/contract/merchants/merchant-changes';
import {
  type ShipFromLocation,
  shipFromLocationEndpoints,
} from '@portage/contract/merchants/ship-from-locations';
import { useTranslation } from '../i18n/i18n.ts';
import { type AddressDraft, blankAddress, completeAddress } from '../lib/address/address-draft.ts';
import { AddressFields } from '../lib/address/AddressFields.tsx';
import { PlaceSearch } from '../lib/address/PlaceSearch.tsx';
import { AddressLines, useStreetLine } from '../lib/AddressLines.tsx';
import { callApi } from '../lib/api.ts';
import { callQuery } from '../lib/call-query.ts';
import { filledIn, readTyped, refusedFields } from '../lib/field-message.ts';
import { useFormat } from '../lib/format.ts';
import { ProfileFailed } from '../lib/LoadFailed.tsx';
import { useMerchant } from '../lib/merchant.ts';
import { OwnerOnly, OwnerOnlyReason } from '../lib/OwnerOnly.tsx';
import { useCheckedForm } from '../lib/use-checked-form.ts';
import { useProfileChange } from '../lib/use-profile-change.tsx';
import { FormDialog } from '../ui/Dialogs.tsx';
import { Empty } from '../ui/Empty.tsx';
import { pageWidth } from '../ui/page-width.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { useIsMobile } from '../ui/use-is-mobile.ts';
import classes from './AdditionalLocations.module.css';

/** Spec 2 §5. */
const REQUIRED = ['street', 'city', 'postalCode', 'province', 'country'] as const;

const readLocation = (draft: AddressDraft) =>
  readTyped(NewLocation, { body: filledIn(draft), draft });

const missingOf = (draft: AddressDraft) => REQUIRED.filter((part) => draft[part].trim() === '');

const { addAdditionalLocations, removeAdditionalLocations } = merchantChangeEndpoints;
const addLocation = (body: NewLocation) => callApi(addAdditionalLocations, { body });
const removeLocation = (body: NewLocation) => callApi(removeAdditionalLocations, { body });

function AddLocation() {
  const { t } = useTranslation('locations');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('add')}
      </Button>
      {isOpen && <LocationDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

function LocationDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, locale } = useTranslation(['locations', 'address', 'errors']);
  const [missing, setMissing] = useState<readonly (typeof REQUIRED)[number][]>([]);
  const form = useCheckedForm<AddressDraft>({
    name: 'location',
    initialValues: blankAddress,
    validate: (values) => readLocation(values).errors,
  });
  const { mutate, isPending } = useProfileChange({
    send: addLocation,
    undo: removeLocation,
    done: () => t('errors:success.additionalLocationAdded'),
    failed: t('errors:error.couldNotAddAdditionalLocation'),
  });

  function submit(): void {
    setMissing(missingOf(form.values));
    const { hasErrors, errors } = form.validate();
    const { body } = readLocation(form.values);
    if (hasErrors || !body) {
      const first = Object.keys(blankAddress).find((part) => errors[part] !== undefined);
      if (first !== undefined) form.getInputNode(first)?.focus();
      return;
    }
    mutate(body, {
      onSuccess: onClose,
      onError: (cause) => form.setErrors(refusedFields(cause)),
    });
  }

  return (
    <FormDialog
      title={t('addTitle')}
      submitText={t('add')}
      size="lg"
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {missing.length > 0 && (
        <Alert
          color="red"
          icon={<IconAlertTriangle aria-hidden />}
          title={t('errors:error.fieldsRequired')}
        >
          <List size="sm">
            {missing.map((part) => (
              <List.Item key={part}>{t(`address:${part}`)}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <PlaceSearch onPick={(address) => form.setValues(completeAddress(form.values, address))} />
      <AddressFields
        address={form.values}
        fieldProps={(part) => form.getInputProps(part)}
        onChange={(address) => form.setValues(address)}
        onCheck={(part) => form.validateField(part)}
        postalCodeError={
          form.errors['postalCode'] === 'postalCodeInvalid'
            ? fieldMessages.postalCodeInvalid[locale]
            : undefined
        }
      />
    </FormDialog>
  );
}

const isSame = (one: Address, { address }: ShipFromLocation) =>
  one.street === address.street &&
  one.unit === address.unit &&
  one.postalCode === address.postalCode;

function LocationFacts({ location }: { readonly location: Address }) {
  const { t } = useTranslation('locations');
  const format = useFormat();
  // Tenths of a kilometre matter only nearby.
  const distanceText = (distance: number) =>
    format.number(distance < 10 ? distance : Math.round(distance));
  const { data } = useQuery(callQuery(shipFromLocationEndpoints.list, {}));
  const facts = data?.find((one) => isSame(location, one));
  if (!facts) return undefined;
  return (
    <>
      <Badge
        variant="light"
        color={facts.isServed ? 'evergreen' : 'gray'}
        autoContrast={false}
        miw="max-content"
        style={{ color: 'inherit' }}
      >
        {t(facts.isServed ? 'served' : 'notServed')}
      </Badge>
      {!facts.isServed && <Text size="sm">{t('notServedHelp')}</Text>}
      {!facts.isMain && facts.distance !== undefined && (
        <Text size="sm" c="dimmed">
          {t('distance', { distance: distanceText(facts.distance) })}
        </Text>
      )}
    </>
  );
}

/** The default origin of orders. */
function MainLocation({ address }: { readonly address: Address }) {
  const { t } = useTranslation('locations');
  return (
    <Paper withBorder p="lg" component="section">
      <Group align="flex-start" gap="md" wrap="nowrap">
        <Text c="var(--mantine-color-anchor)" component="span" lh={0}>
          <IconBuildingWarehouse size={28} aria-hidden />
        </Text>
        <div>
          <Title order={2} mb="xs">
            {t('main')}
          </Title>
          <AddressLines address={address} />
          <Group gap="xs" mt="xs">
            <LocationFacts location={address} />
          </Group>
          <Text size="sm" c="dimmed" mt="xs">
            {t('mainText')}
          </Text>
        </div>
      </Group>
    </Paper>
  );
}

/** The notification undoes it. */
function DeleteLocation({ location }: { readonly location: Address }) {
  const { t } = useTranslation(['locations', 'errors']);
  const street = useStreetLine(location);
  const { mutate, isPending } = useProfileChange({
    send: removeLocation,
    undo: addLocation,
    done: () => t('errors:success.additionalLocationDeleted'),
    failed: t('errors:error.couldNotDeleteAdditionalLocation'),
  });
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      disabled={isPending}
      aria-label={t('delete', { street })}
      onClick={() => mutate(NewLocation.parse(location))}
    >
      {t('actions')}
    </Button>
  );
}

const COLUMNS = ['street', 'city', 'province', 'postalCode', 'country', 'carrier'] as const;

function LocationTable({ locations }: { readonly locations: readonly Address[] }) {
  const { t } = useTranslation('locations');
  return (
    <Table aria-label={t('additional')} horizontalSpacing="lg" verticalSpacing="sm">
      <Table.Thead>
        <Table.Tr>
          {COLUMNS.map((column) => (
            <Table.Th key={column}>{t(`column.${column}`)}</Table.Th>
          ))}
          <Table.Th>
            <VisuallyHidden>{t('actions')}</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {locations.map((location) => (
          <LocationRow key={JSON.stringify(location)} location={location} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function LocationRow({ location }: { readonly location: Address }) {
  const { t } = useTranslation();
  return (
    <Table.Tr>
      <Table.Td>{useStreetLine(location)}</Table.Td>
      <Table.Td>{location.city}</Table.Td>
      <Table.Td>{location.province}</Table.Td>
      <Table.Td>{location.postalCode}</Table.Td>
      <Table.Td>{t(`country.${location.country}`)}</Table.Td>
      <Table.Td>
        <LocationFacts location={location} />
      </Table.Td>
      <Table.Td ta="end">
        <DeleteLocation location={location} />
      </Table.Td>
    </Table.Tr>
  );
}

function AdditionalLocations({ locations }: { readonly locations: readonly Address[] }) {
  const { t } = useTranslation('locations');
  const List = useIsMobile() ? LocationList : LocationTable;
  return (
    <Paper withBorder component="section">
      <Title order={2} px="lg" pt="lg" pb="xs">
        {t('additional')}
      </Title>
      {locations.length > 0 ? (
        <List locations={locations} />
      ) : (
        <Empty Icon={IconMapPin} title={t('empty.title')} text={t('empty.text')} order={3} pt={0} />
      )}
    </Paper>
  );
}

/** Replaces the table on phones. */
function LocationList({ locations }: { readonly locations: readonly Address[] }) {
  return (
    <ul className={classes['list']}>
      {locations.map((location) => (
        <li key={JSON.stringify(location)}>
          <AddressLines address={location} />
          <LocationFacts location={location} />
          <DeleteLocation location={location} />
        </li>
      ))}
    </ul>
  );
}

/** Spec 2 §2, /shipFromLocations. */
export function ShipFromLocationsPage() {
  const { t } = useTranslation('locations');
  const merchant = useMerchant();
  return (
    <Stack gap="lg" maw={pageWidth.sections}>
      <PageHead
        title={t('title')}
        text={t('text')}
        action={
          merchant.data && (
            <OwnerOnly>
              <AddLocation />
            </OwnerOnly>
          )
        }
      />
      {merchant.data && (
        <>
          <MainLocation address={merchant.data.merchantLocation} />
          <OwnerOnlyReason />
          <OwnerOnly>
            <AdditionalLocations locations={merchant.data.additionalLocations} />
          </OwnerOnly>
        </>
      )}
      {merchant.isPending && <LocationsSkeleton />}
      <ProfileFailed profile={merchant} />
    </Stack>
  );
}

function LocationsSkeleton() {
  return (
    <Stack gap="lg" aria-hidden>
      <Paper withBorder p="lg">
        <Stack gap="sm" pl={44}>
          <Skeleton height={20} width={140} />
          <Skeleton height={16} width={200} />
          <Skeleton height={16} width={160} />
          <Skeleton height={16} width={80} />
          <Skeleton height={14} width="min(24rem, 100%)" />
        </Stack>
      </Paper>
      <Paper withBorder p="lg">
        <Stack gap="lg">
          <Skeleton height={20} width={180} />
          <Skeleton height={16} />
          <Skeleton height={16} />
        </Stack>
      </Paper>
    </Stack>
  );
}
