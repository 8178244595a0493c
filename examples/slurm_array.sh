#!/usr/bin/env bash
#SBATCH --job-name=agonist
#SBATCH --array=1-40
#SBATCH --cpus-per-task=1
#SBATCH --time=08:00:00
#SBATCH --signal=TERM@60
# Each task of the array plays the run AGONIST_RUN of the database AGONIST_DB until nothing is left of it. A minute
# before its time is over, Slurm sends SIGTERM: the task hands on its matches, and a later one plays them.
set -euo pipefail
: "${AGONIST_RUN:?the id of a run}" "${AGONIST_DB:?postgresql://…}"
echo "Task ${SLURM_ARRAY_TASK_ID:-1} of job ${SLURM_ARRAY_JOB_ID:-none} on $(hostname)"
exec srun agonist worker --run "$AGONIST_RUN" --db "$AGONIST_DB" --matches "${AGONIST_MATCHES:-16}" --quiet
