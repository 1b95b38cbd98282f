import { partedForm, type TokenForm, tokenForm } from './token-form.ts';

const random = { mustLookRandom: true } as const;
const whole = { whole: true } as const;

/** Where code is kept, built, checked and published. */
export const codeVendors: readonly TokenForm[] = [
  tokenForm('github-token', 'ghp_ gho_ ghu_ ghs_ ghr_', 'alphanumeric', [20, 255]),
  tokenForm('github-token', 'github_pat_', 'word', [20, 255]),
  partedForm(
    'gitlab-token',
    'glpat- gldt- glrt- glrtr- glcbt- glptt- glft- glimt- glagent- gloas- glsoat- glffct- glwt-',
    /[\w.-]{16,300}/y,
  ),
  tokenForm('gitlab-token', 'GR1348941', 'url', [16, 40], random),
  tokenForm('atlassian-token', 'ATATT3 ATCTT3 ATBB', 'dotted', [28, 400], random),
  tokenForm('trello-token', 'ATTA', 'hexadecimal', [60, 80]),
  tokenForm('bitbucket-token', 'BBDC-', 'base64', [36, 60], random),
  tokenForm('sourcegraph-token', 'sgp_ slk_ sgd_', 'hexadecimal', [40, 64], random),
  partedForm('sourcegraph-token', 'sgp_', /(?:[0-9a-fA-F]{16}|local)_[0-9a-fA-F]{40}/y),
  tokenForm('npm-token', 'npm_', 'alphanumeric', [30, 80]),
  tokenForm('pypi-token', 'pypi-', 'url', [40, 300]),
  tokenForm('rubygems-key', 'rubygems_', 'lowerHexadecimal', [40, 64]),
  tokenForm('nuget-key', 'oy2', 'small', [43, 43], whole),
  tokenForm('crates-token', 'cio', 'alphanumeric', [32, 32], { ...whole, ...random }),
  tokenForm('clojars-token', 'CLOJARS_', 'alphanumeric', [48, 80]),
  tokenForm('docker-token', 'dckr_pat_ dckr_oat_', 'url', [20, 64]),
  tokenForm('artifactory-token', 'AKCp', 'alphanumeric', [60, 80], random),
  tokenForm('artifactory-token', 'cmVmdGtu', 'alphanumeric', [48, 80]),
  tokenForm('sonarqube-token', 'squ_ sqp_ sqa_', 'dotted', [32, 60], random),
  partedForm('circleci-token', 'CCIPAT_ CCIPRJ_', /[A-Za-z0-9]{16,40}_[0-9a-f]{32,48}/y),
  tokenForm('buildkite-token', 'bkua_ bkaj_ bkpi_', 'lowerHexadecimal', [32, 64]),
  tokenForm('octopus-key', 'API-', 'capitals', [25, 28], { ...whole, ...random }),
  partedForm('harness-token', 'pat. sat.', /[\w-]{22}\.[0-9a-zA-Z]{24}\.[0-9a-zA-Z]{20}/y),
  tokenForm('pulumi-token', 'pul-', 'lowerHexadecimal', [40, 40], whole),
  tokenForm('infracost-token', 'ico-', 'alphanumeric', [32, 32], { ...whole, ...random }),
  tokenForm('prefect-key', 'pnu_ pnb_', 'alphanumeric', [32, 48]),
  tokenForm('dbt-token', 'dbtc_ dbts_ dbtu_', 'url', [32, 80], random),
  tokenForm('readme-key', 'rdme_', 'small', [60, 90]),
  partedForm('postman-key', 'PMAK-', /[0-9a-fA-F]{24}-[0-9a-fA-F]{34}/y),
  partedForm('postman-token', 'PMAT-', /[0-9A-Z]{26}/y),
  partedForm('launchdarkly-key', 'sdk- api- mob-', /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/y),
  tokenForm('deno-token', 'ddp_ ddo_', 'alphanumeric', [32, 60]),
  tokenForm('socket-token', 'sktsec_', 'url', [30, 120]),
  partedForm('veracode-key', 'vera01ei- vera01es-', /[0-9a-f]{32,140}/y),
  tokenForm('endor-key', 'endr+', 'alphanumeric', [16, 40]),
];
