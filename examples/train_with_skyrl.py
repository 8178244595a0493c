"""SkyRL trains a model on games: `python train_with_skyrl.py data.train_data="['rows.jsonl']" …`."""

import sys

from skyrl.backends.skyrl_train.inference_servers.utils import resolve_policy_model_name
from skyrl.train.config import SkyRLTrainConfig
from skyrl.train.entrypoints.main_base import BasePPOExp
from skyrl.train.utils import validate_cfg
from skyrl.train.utils.utils import initialize_ray

import ray
from agonist.adapters.skyrl import GameGenerator


class GameExperiment(BasePPOExp):
    def get_generator(self, cfg, tokenizer, inference_engine_client):
        name = resolve_policy_model_name(cfg)
        return GameGenerator(inference_engine_client, tokenizer, name, cfg.generator.max_input_length)


@ray.remote(num_cpus=1)
def train(cfg):
    GameExperiment(cfg).run()


if __name__ == "__main__":
    cfg = SkyRLTrainConfig.from_cli_overrides(sys.argv[1:])
    validate_cfg(cfg)
    initialize_ray(cfg)
    ray.get(train.remote(cfg))
